# Records what the Puppet of this machine does with random catalogs and values.
#
#     ruby record.rb OUTDIR SEED CATALOGS VALUES
#
# writes OUTDIR/transaction.json, values.json, boolean.json and insync.json, in
# the form of the recorded cases. The same seed gives the same cases, each of
# which hangs on the seed and its own number alone.
Encoding.default_external = Encoding::UTF_8

require 'json'
require 'tmpdir'
require 'puppet'
require 'puppet/parameter/boolean'
require 'puppet/property/boolean'

out, seed, catalogs, values = ARGV
abort 'usage: ruby record.rb OUTDIR SEED CATALOGS VALUES' unless values
seed = Integer(seed)

Dir.mktmpdir do |scratch|
  Puppet.initialize_settings(['--vardir', File.join(scratch, 'var'), '--confdir', File.join(scratch, 'conf')])
  ['dice', 'tagged', 'world', 'rules', 'memory', 'definition', 'types', 'catalogs', 'values', 'transaction'].each do |name|
    require_relative name
  end

  # The types have no other providers than the cases': none are looked for.
  Puppet::Type.type(:schedule)
  Puppet::Util::Autoload.define_singleton_method(:files_to_load) { |*| [] }

  world = World.new(File.join(scratch, 'tmp'))
  state = File.join(scratch, 'state')
  Dir.mkdir(state)
  transaction = Transaction.new(world, state)
  dice = ->(i) { Random.new(seed * 1_000_003 + i) }

  cases = { 'transaction' => [], 'values' => [], 'boolean' => [], 'insync' => [] }
  Integer(catalogs).times do |i|
    given, whenever = Catalogs.new(dice.call(i)).make
    before = Marshal.load(Marshal.dump(given))
    got = transaction.record(given, whenever)
    cases['transaction'] << { id: "transaction/seed-#{seed}-#{i}", given: before, when: whenever, then: got }
  end
  recorder = Values.new(world)
  Integer(values).times do |i|
    area, made = recorder.record(dice.call(-1 - i))
    cases[area] << { id: "#{area}/seed-#{seed}-#{i}", **made }
  end
  cases.each { |area, list| File.write(File.join(out, "#{area}.json"), JSON.generate(area: area, cases: list)) }
end
