# A web server, its configuration and its sites.
class nginx (
  Integer $workers = 2,
  Hash[String, String] $types = { 'svg' => 'image/svg+xml', 'woff2' => 'font/woff2' },
) {
  contain nginx::install
  contain nginx::config
  contain nginx::service

  Class['nginx::install'] -> Class['nginx::config'] ~> Class['nginx::service']
}
