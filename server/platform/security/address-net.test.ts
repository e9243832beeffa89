import { expect, it } from 'vitest'
import { addressNet } from './address-net.ts'
import { normalizeMobile } from './mobile-number.ts'

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, net) => {
  expect(addressNet(address)).toBe(net)
})

it.each([
  ['+598 94 123 456', '+59894123456'],
  ['+598094123456', '+59894123456'],
  ['+1 (202) 555-0147', '+12025550147'],
  ['+999123', '+999123'],
])('%s is the number %s', (typed, number) => {
  expect(normalizeMobile(typed)).toBe(number)
})
