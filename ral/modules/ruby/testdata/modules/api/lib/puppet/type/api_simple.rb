require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'api_simple',
  docs: 'A type with an attribute of each behaviour and many data types; its provider filters.',
  features: ['simple_get_filter'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'Pattern[/\A[a-z]+\z/]', desc: 'The name, in small letters.', behaviour: :namevar },
    size: { type: 'Optional[Integer[1, 10]]', desc: 'A number up to ten.' },
    kind: { type: 'Enum["big", "small"]', desc: 'A kind.', default: 'small' },
    flag: { type: 'Optional[Boolean]', desc: 'A flag.' },
    tags: { type: 'Optional[Array[String]]', desc: 'Words.' },
    options: { type: 'Optional[Hash[String, Variant[Integer, String]]]', desc: 'Options.' },
    ratio: { type: 'Optional[Float]', desc: 'A ratio.' },
    secret: { type: 'Optional[Sensitive[String]]', desc: 'A secret.' },
    id: { type: 'Integer', desc: 'What the system says.', behaviour: :read_only },
    born: { type: 'Optional[String]', desc: 'It is set once.', behaviour: :init_only },
    force: { type: 'Boolean', desc: 'How it is done.', behaviour: :parameter, default: false },
  },
  autorequire: { file: ['/var/lib/api', '$born'] },
)
