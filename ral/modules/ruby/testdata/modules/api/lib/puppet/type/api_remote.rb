require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'api_remote',
  docs: 'A type of another machine, which needs a transport.',
  features: ['remote_resource'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
  },
)
