Puppet::Type.type(:broken_load).provide(:bad) do
  desc 'Its test raises when the file is read.'
  confine true: (raise 'load: no')
end
