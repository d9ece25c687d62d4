require 'a_library_that_nobody_has'

Puppet::Type.newtype(:broken_require) { newparam(:name, namevar: true) }
