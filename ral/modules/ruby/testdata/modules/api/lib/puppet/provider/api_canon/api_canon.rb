require 'puppet/resource_api/simple_provider'
require 'puppet_x/api/store'

# It brings words into one form, and refuses a low above a high.
class Puppet::Provider::ApiCanon::ApiCanon < Puppet::ResourceApi::SimpleProvider
  def canonicalize(_context, resources)
    resources.each do |r|
      r[:words] = Array(r[:words]).map(&:downcase).sort if r[:words]
      raise Puppet::ResourceError, 'low is above high' if r[:low] && r[:high] && r[:low] > r[:high]
    end
  end

  def get(_context)
    store.rows
  end

  def create(_context, name, should)
    store.put({ name: name }, should)
  end
  alias update create

  def delete(_context, name)
    store.put({ name: name }, nil)
  end

  private

  def store
    PuppetX::Store.new('canon')
  end
end
