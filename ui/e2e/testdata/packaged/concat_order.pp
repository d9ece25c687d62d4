# concat: the orders alpha and numeric, and equal orders.
concat { '/srv/alpha': order => 'alpha' }
concat { '/srv/numeric': order => 'numeric', mode => '0600' }
['1', '2', '10', '010', 'b', 'a'].each |Integer $i, String $order| {
  concat::fragment { "alpha ${i}":
    target  => '/srv/alpha',
    content => "${i} has ${order}\n",
    order   => $order,
  }
}
[3, 20, 100, 1].each |Integer $order| {
  concat::fragment { "numeric ${order}":
    target  => '/srv/numeric',
    content => "number ${order}\n",
    order   => $order,
  }
}
concat::fragment { 'zebra': target => '/srv/numeric', content => "same, by title: zebra\n", order => 20 }
concat::fragment { 'ant': target => '/srv/numeric', content => "same, by title: ant\n", order => 20 }
