require 'fileutils'

# What the types and providers of one case act on: the store, the faults that
# their calls raise, the features that are there, and a note of every call.
class World
  attr_reader :calls, :features, :folder
  attr_accessor :store, :faults

  # folder is what <TMP> stands for.
  def initialize(folder)
    @folder = folder
  end

  def begin_case(store, faults)
    @store, @faults, @features = store, faults, []
    FileUtils.rm_rf(@folder)
    FileUtils.mkdir_p(@folder)
    forget
  end

  def forget
    @calls = []
  end

  # Notes a call, and raises what it is to raise.
  def called(call, about, *arguments)
    @calls << [call, about, *arguments]
    raise_if(call, about)
  end

  def raise_if(call, about)
    @faults.each do |f|
      World.raise(f[:raise]) if f[:call] == call && (f[:title].nil? || f[:title] == about)
    end
  end

  def self.raise(error)
    Kernel.raise Object.const_get(error[:class]), error[:message]
  end

  def path(text)
    text.gsub('<TMP>', @folder)
  end

  def of(provider)
    @store[provider] ||= {}
  end

  # The store as the cases write it.
  def tagged_store
    @store.transform_values { |names| names.transform_values { |props| Tagged.all(props) } }
  end
end
