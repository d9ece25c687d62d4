class Values
  def initialize(world); end
  def record(random); raise; end
end
