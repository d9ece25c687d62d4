# own::plain joins words, in Puppet's own language.
function own::plain(Array[String] $words, String $with = '-') >> String {
  $words.join($with)
}
