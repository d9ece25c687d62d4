require 'json'

module PuppetX; end

# A Store keeps the rows of one type as JSON in /var/lib/api, by name.
class PuppetX::Store
  def initialize(type)
    @path = "/var/lib/api/#{type}.json"
  end

  def rows
    return [] unless File.exist?(@path)

    JSON.parse(File.read(@path)).map { |row| row.transform_keys(&:to_sym) }
  end

  def put(key, row)
    write(rows.reject { |r| key.all? { |k, v| r[k] == v } } + (row ? [row] : []))
  end

  private

  def write(rows)
    Dir.mkdir('/var/lib/api') unless File.directory?('/var/lib/api')
    File.write(@path, JSON.pretty_generate(rows))
  end
end
