import { bookingsApi } from '@remis/domain/booking/booking-api'
import { tripCodesApi } from '@remis/domain/booking/trip-codes-api'
import type { CallFunction } from '@remis/domain/kit/call'
import { AppError } from '@remis/domain/messages/app-error'
import { describe, expect, it } from 'vitest'
import { makeConductor } from './conductor.ts'
import type { Session } from './session.ts'

const bookingOfRider = 'BOOKEDHERE'

/** A person's session: reads one booking as the server shows it to this person, and an admin reveals its code. */
const sessionOf = (id: string | null, view: { customer?: string; otp?: string | null } | null) => {
  const calls: string[] = []
  const call = ((endpoint: { path: string }) => {
    calls.push(endpoint.path)
    if (endpoint.path === tripCodesApi.reveal.path) return Promise.resolve({ otp: 'revealed' })
    return view === null
      ? Promise.reject(new AppError(401, 'login_error'))
      : Promise.resolve({ booking: { id: bookingOfRider, ...view } })
  }) as unknown as CallFunction
  const enter = () => (id === null ? Promise.reject(new AppError(401, 'login_error')) : Promise.resolve(id))
  const session: Session = {
    call,
    enter,
    forget: () => undefined,
    token: () => undefined,
    leave: () => Promise.resolve(),
  }
  return { session, calls }
}

const masked = { customer: 'rider-1', otp: '•••••' }

describe('the trip code that a simulated driver enters', () => {
  it.each([['12345'], [null]])('is what the rider reads on the booking (%s), without a reveal', async (otp) => {
    const [admin, other] = [sessionOf('admin-1', masked), sessionOf('rider-2', null)]
    const rider = sessionOf('rider-1', { otp })
    const conductor = makeConductor(admin.session, [other.session, rider.session])
    expect(await conductor.tripCode(bookingOfRider)).toBe(otp)
    expect(admin.calls).toEqual([bookingsApi.get.path])
    expect(other.calls).toEqual([])
  })

  it.each([
    ['the rider is none of the trial', []],
    ['the password was changed before', [sessionOf(null, { otp: '12345' }).session]],
    ['the password was changed since', [sessionOf('rider-1', null).session]],
  ])('is revealed by the admin where %s', async (_why, riders) => {
    const admin = sessionOf('admin-1', masked)
    expect(await makeConductor(admin.session, riders).tripCode(bookingOfRider)).toBe('revealed')
  })

  it('tries a password that was changed once', async () => {
    const [admin, rider] = [sessionOf('admin-1', masked), sessionOf('rider-1', null)]
    const conductor = makeConductor(admin.session, [rider.session])
    await conductor.tripCode(bookingOfRider)
    await conductor.tripCode(bookingOfRider)
    expect(rider.calls).toHaveLength(1)
  })
})
