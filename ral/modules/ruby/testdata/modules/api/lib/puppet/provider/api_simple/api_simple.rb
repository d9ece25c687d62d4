require 'puppet/resource_api/simple_provider'
require 'puppet_x/api/store'

# It keeps what it is told. A secret is kept in clear.
class Puppet::Provider::ApiSimple::ApiSimple < Puppet::ResourceApi::SimpleProvider
  def get(context, names = nil)
    context.debug("asked for #{names.inspect}")
    rows = store.rows
    rows = rows.select { |r| names.include?(r[:name]) } unless names.nil? || names.empty?
    rows.map { |r| r.key?(:secret) ? r.merge(secret: Puppet::Pops::Types::PSensitiveType::Sensitive.new(r[:secret])) : r }
  end

  def create(context, name, should)
    context.notice("making #{name}")
    save(name, should.merge(id: store.rows.length + 1))
  end

  def update(_context, name, should)
    save(name, should.merge(id: store.rows.find { |r| r[:name] == name }[:id]))
  end

  def delete(_context, name)
    store.put({ name: name }, nil)
  end

  private

  def store
    PuppetX::Store.new('simple')
  end

  def save(name, row)
    row = row.merge(secret: row[:secret].unwrap) if row[:secret].respond_to?(:unwrap)
    store.put({ name: name }, row.reject { |k, _| k == :force })
  end
end
