import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** NAT64 (RFC 6052): the IPv4 address is the last four bytes. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')
const SIX_TO_FOUR = ipaddr.parseCIDR('2002::/16')
/** All that the registries give out; it leaves out every wrapped and every local form but the above. */
const GLOBAL = ipaddr.parseCIDR('2000::/3')

/** Whether an address belongs to the open internet, whatever form it is written or wrapped in. */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js also reads 127.1 and 0x7f.1; an address that was looked up has no such form.
  if (isIP(address) === 0) return false
  // Unwraps IPv4-mapped addresses.
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return isPublicIpv4(parsed)
  // A zone names a network card of this machine.
  if (parsed.zoneId) return false
  const bytes = parsed.toByteArray()
  if (parsed.match(NAT64)) return isPublicIpv4(new ipaddr.IPv4(bytes.slice(12)))
  if (parsed.match(SIX_TO_FOUR)) return isPublicIpv4(new ipaddr.IPv4(bytes.slice(2, 6)))
  return parsed.match(GLOBAL) && parsed.range() === 'unicast'
}

const isPublicIpv4 = (address: ipaddr.IPv4): boolean => address.range() === 'unicast'
