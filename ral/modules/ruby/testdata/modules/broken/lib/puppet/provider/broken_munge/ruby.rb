Puppet::Type.type(:broken_munge).provide(:ruby) do
  desc 'It does nothing.'

  def exists?
    true
  end
end
