require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'api_pair',
  docs: 'A type with two namevars: a package and a manager.',
  title_patterns: [
    { pattern: %r{^(?<package>.*[^-])-(?<manager>[^-]+)$}, desc: 'Both, with a dash between.' },
    { pattern: %r{^(?<package>.*)$}, desc: 'The package alone.' },
  ],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    package: { type: 'String', desc: 'The package.', behaviour: :namevar },
    manager: { type: 'String', desc: 'The manager.', behaviour: :namevar },
    version: { type: 'Optional[String]', desc: 'The version.' },
  },
)
