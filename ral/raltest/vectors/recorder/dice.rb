# Random choices.
class Dice
  attr_reader :random

  def initialize(random)
    @random = random
  end

  def pick(list)
    list[@random.rand(list.size)]
  end

  # Less than n, from 0.
  def upto(n)
    @random.rand(n)
  end

  def one_in(n)
    @random.rand(n).zero?
  end
end
