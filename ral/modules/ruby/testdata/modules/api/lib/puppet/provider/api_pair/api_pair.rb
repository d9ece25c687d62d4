require 'puppet/resource_api/simple_provider'
require 'puppet_x/api/store'

# Its names are hashes of both namevars.
class Puppet::Provider::ApiPair::ApiPair < Puppet::ResourceApi::SimpleProvider
  def get(_context)
    store.rows.map { |r| r.merge(title: "#{r[:package]}-#{r[:manager]}") }
  end

  def create(_context, name, should)
    store.put(name.slice(:package, :manager), should.reject { |k, _| k == :title })
  end
  alias update create

  def delete(_context, name)
    store.put(name.slice(:package, :manager), nil)
  end

  private

  def store
    PuppetX::Store.new('pair')
  end
end
