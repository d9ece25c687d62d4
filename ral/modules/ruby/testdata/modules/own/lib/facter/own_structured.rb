Facter.add(:own_structured) do
  setcode { { 'list' => [1, 2.5, nil, true], 'nested' => { 'text' => 'Grüße' } } }
end
# The heavier resolution wins where its confine holds.
Facter.add(:own_weighed) do
  has_weight 10
  setcode { 'light' }
end
Facter.add(:own_weighed) do
  has_weight 20
  confine kernel: 'Linux'
  setcode { 'heavy' }
end
Facter.add(:own_weighed) do
  has_weight 30
  confine kernel: 'Plan9'
  setcode { 'elsewhere' }
end
