Puppet::Type.type(:broken_confine).provide(:block) do
  desc 'Its test raises when it is asked.'
  confine true: -> { raise 'confine: no' }
end
