require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'api_noop',
  docs: 'A type whose provider knows noop runs, and says itself what is in sync.',
  features: %w[supports_noop custom_insync],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    size: { type: 'Integer', desc: 'A size; one more or less is no difference.' },
  },
)
