import { screens } from '@remis/domain/live/live-events'
import { noticePath } from '@remis/domain/notices/notice-path'
import { noticeTexts, type NoticeKey } from '@remis/domain/notices/notice-texts'
import { describe, expect, it } from 'vitest'
import { isOpenAt, isSaidBy, placeOf, targetOf } from './notice-target.ts'

const kinds = Object.keys(noticeTexts) as NoticeKey[]
const roles = ['rider', 'driver', 'fleetadmin', 'admin'] as const

/** Addresses that a role may open. */
const open = {
  rider: /^\/$|^\/(trips\/B1(\?chat=open)?|wallet|bookings|security)$/,
  driver: /^\/$|^\/(trips\/B1(\?chat=open)?|wallet|drive|drive\/join|security)$/,
  fleetadmin: /^\/(bookings(\?id=B1)?|security)$/,
  admin: /^\/(bookings(\?id=B1)?|payments|safety|security|addtowallet|audit)$/,
} as const

/** Only admins read of a payment by its id. */
const namesPayment = (kind: NoticeKey) => noticeTexts[kind].includes('{{payment}}')

describe('a notice opens a screen that its reader may open [notices-1] [design/live-81]', () => {
  it.each(roles)('every kind and screen, for a %s', (role) => {
    for (const message of kinds)
      for (const screen of screens)
        for (const bookingId of ['B1', null])
          expect(noticePath({ message, screen, bookingId }, role)).toMatch(open[role])
  })

  it('of a payment: the list of payments, or the booking whose refund failed and was credited', () => {
    const about = kinds.filter(namesPayment)
    const pathsOf = (bookingId: string | null) =>
      Object.fromEntries(
        about.map((message) => [message, noticePath({ message, screen: 'wallet', bookingId }, 'admin')]),
      )
    const toPayments = Object.fromEntries(about.map((message) => [message, '/payments']))
    expect(pathsOf(null)).toEqual(toPayments)
    expect(pathsOf('B1')).toEqual({
      ...toPayments,
      notice_refund_failed: '/bookings?id=B1',
    })
  })
})

it('the chat of the trip that a driver is on opens on the driver’s screen [design/chat-8]', () => {
  const chat = { message: 'notice_chat', screen: 'onlineChat', bookingId: 'B1' } as const
  expect(targetOf(chat, 'driver', 'B1')).toBe('/drive?chat=open')
  for (const trip of ['B2', null]) expect(targetOf(chat, 'driver', trip)).toBe('/trips/B1?chat=open')
  expect(targetOf(chat, 'rider', 'B1')).toBe('/trips/B1?chat=open')
  expect(targetOf({ ...chat, screen: 'wallet' }, 'driver', 'B1')).toBe('/wallet')
  expect(targetOf({ ...chat, bookingId: null }, 'driver', null)).toBe('/')
})

describe('a toast is left out only on the screen that says the same', () => {
  it('arrived and delivered: only on the trip', () => {
    for (const message of [
      'notice_arrived',
      'notice_arrived_no_code',
      'notice_delivered',
      'notice_parcel_back',
    ] as const) {
      const notice = { message, screen: 'BookedCab', bookingId: 'B1' } as const
      expect(isSaidBy('/trips/B1', notice, 'rider')).toBe(true)
      for (const other of ['/', '/trips/B2', '/wallet', '/bookings'])
        expect(isSaidBy(other, notice, 'rider')).toBe(false)
    }
  })

  it('a red alert: on every screen, by the bar above it', () => {
    const notice = { message: 'notice_alert_rider', screen: 'BookedCab', bookingId: 'B1' } as const
    for (const path of ['/promos', '/safety', '/']) expect(isSaidBy(path, notice, 'admin')).toBe(true)
    expect(isSaidBy('/promos', { ...notice, message: 'notice_alert_taken' }, 'rider')).toBe(false)
  })

  it('money that moved is said everywhere', () => {
    for (const message of ['notice_no_show', 'notice_topped_up', 'notice_paid_driver', 'notice_cancelled_driver_fee'])
      expect(isSaidBy('/wallet', { message, screen: 'wallet', bookingId: null }, 'driver')).toBe(false)
  })
})

it('a notice that comes late, or was read elsewhere, is only counted at the bell [design/live-70]', () => {
  const notice = { message: 'notice_arrived', screen: 'BookedCab', bookingId: 'B1' } as const
  expect(placeOf('/wallet', { ...notice, fresh: true }, 'rider')).toBe('toast')
  expect(placeOf('/wallet', { ...notice, fresh: false }, 'rider')).toBe('bell')
  for (const fresh of [true, false]) expect(placeOf('/trips/B1', { ...notice, fresh }, 'rider')).toBe('screen')
})

it('a target is open at its path with its parameters, whatever else is in the address', () => {
  expect(isOpenAt('/trips/B1', '/trips/B1?chat=open#map')).toBe(true)
  expect(isOpenAt('/trips/B1?chat=open', '/trips/B1?chat=open')).toBe(true)
  expect(isOpenAt('/trips/B1?chat=open', '/trips/B1')).toBe(false)
  expect(isOpenAt('/bookings?id=B1', '/bookings?status=NEW&id=B1')).toBe(true)
  expect(isOpenAt('/bookings?id=B1', '/bookings?id=B2')).toBe(false)
  expect(isOpenAt('/wallet', '/trips/B1')).toBe(false)
})
