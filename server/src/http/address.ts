import ipaddr from 'ipaddr.js'

/** An IPv4 address, or the /64 network of an IPv6 address. */
export function addressKey(ip: string): string {
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return address.toByteArray().slice(0, 8).join('.')
}

/** `203.0.113.x` or `2001:db8:7::x`: enough to tell one's own network from another one, and too little for a household. */
export function shortAddress(ip: string): string {
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return `${address.octets.slice(0, 3).join('.')}.x`
  const groups = address.parts.slice(0, 3).map((part) => part.toString(16))
  return `${groups.join(':')}::x`
}
