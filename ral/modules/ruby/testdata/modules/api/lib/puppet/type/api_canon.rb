require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'api_canon',
  docs: 'A type whose values have one form, with a validation across attributes of its own.',
  features: ['canonicalize'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    words: { type: 'Optional[Variant[String, Array[String]]]', desc: 'Words, sorted and in small letters.' },
    low: { type: 'Optional[Integer]', desc: 'The least.' },
    high: { type: 'Optional[Integer]', desc: 'The most.' },
  },
)
