require 'puppet_x/api/store'

# It writes each call of set to /var/log/api_noop, and whether it is to do nothing.
class Puppet::Provider::ApiNoop::ApiNoop
  def get(_context)
    store.rows
  end

  def insync?(_context, _name, property, is, should)
    property == :size && is[:size] ? (is[:size] - should[:size]).abs <= 1 : nil
  end

  def set(_context, changes, noop: false)
    changes.each do |name, change|
      File.open('/var/log/api_noop', 'a') { |f| f.puts("#{name} noop=#{noop}") }
      next if noop

      should = change[:should]
      store.put({ name: name }, should && should[:ensure].to_s == 'present' ? should : nil)
    end
  end

  private

  def store
    PuppetX::Store.new('noop')
  end
end
