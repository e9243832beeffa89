import { expect, test } from 'vitest'
import { homeOf, paths, safeNext } from './paths.ts'

test('writes every URL of the app', () => {
  expect(paths.home()).toBe('/')
  expect(paths.login()).toBe('/login')
  expect(paths.loginThen('/trips/A?b=1')).toBe('/login?next=%2Ftrips%2FA%3Fb%3D1')
  expect(paths.register()).toBe('/register')
  expect(paths.aboutUs()).toBe('/about-us')
  expect(paths.privacyPolicy()).toBe('/privacy-policy')
  expect(paths.bookings()).toBe('/bookings')
  expect(paths.wallet()).toBe('/wallet')
  expect(paths.addBookings()).toBe('/addbookings')
  expect(paths.payStatus('RP01')).toBe('/pay/status/RP01')
  expect(paths.drive()).toBe('/drive')
  expect(paths.ledgerOfFees({ from: '2026-11-01', until: '2026-11-30' })).toBe(
    '/ledger?account=revenue&from=2026-11-01&until=2026-11-30',
  )
  expect(paths.trip('0123456789')).toBe('/trips/0123456789')
  expect(paths.trip('a/../b')).toBe('/trips/a%2F..%2Fb')
})

test('leads a driver to /bookings after the login and others to / [accounts-17]', () => {
  expect(homeOf('driver')).toBe('/bookings')
  expect(homeOf('admin')).toBe('/dashboard')
  expect(homeOf('fleetadmin')).toBe('/dashboard')
  expect(homeOf('rider')).toBe('/')
})

test('never returns to another site after the login', () => {
  expect(safeNext('/bookings?status=NEW')).toBe('/bookings?status=NEW')
  for (const bad of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    // the landing page: each role begins on its own screen [accounts-17]
    '/',
    '/login',
    '/login?next=/',
    7,
  ])
    expect(safeNext(bad), String(bad)).toBeUndefined()
})
