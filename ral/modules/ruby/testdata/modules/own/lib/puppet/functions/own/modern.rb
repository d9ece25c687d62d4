# own::modern counts, two ways, and refuses zero.
Puppet::Functions.create_function(:'own::modern') do
  dispatch :number do
    param 'Integer', :n
    optional_param 'Integer', :by
    return_type 'Integer'
  end
  dispatch :words do
    required_repeated_param 'String', :words
    return_type 'Hash[String, Integer]'
  end

  def number(n, by = 2)
    raise ArgumentError, 'own::modern: not zero' if n.zero?

    n * by
  end

  def words(*words)
    words.to_h { |w| [w, w.length] }
  end
end
