import { describe, expect, test, vi } from 'vitest'
import { MapsError, type DriveTime } from '../providers/maps/maps-provider.ts'
import { TripEtas } from './eta.ts'

const pickup = { lat: -34.9, lng: -56.18 }
/** `metres` north of where the driver is first seen */
const car = (metres = 0) => ({ lat: -34.92 + metres / 111_195, lng: -56.18 })
const drive: DriveTime = { distance_in_km: 2.5, duration_in_secs: 300, range: { low: 280, high: 320 } }

const open = () => {
  const clock = { now: 1_000_000 }
  const driveTime = vi.fn(() => Promise.resolve(drive))
  const etas = new TripEtas(() => clock.now)
  return {
    driveTime,
    ask: (seconds: number, metres = 0, key = 'trip') => {
      clock.now = 1_000_000 + seconds * 1000
      return etas.find(key, { driveTime }, car(metres), pickup)
    },
  }
}

describe('the drive time of a trip that is watched [design/tracking-36]', () => {
  test('twenty minutes on four screens that ask every 5 s cause a call a minute', async () => {
    const { driveTime, ask } = open()
    for (let second = 0; second < 1200; second += 5) await Promise.all(Array.from({ length: 4 }, () => ask(second, 2)))
    expect(driveTime).toHaveBeenCalledTimes(20)
  })

  test('is counted down between two calls, with its range, to 0 at least', async () => {
    const { ask } = open()
    expect(await ask(0)).toEqual(drive)
    expect(await ask(40, 200)).toEqual({
      distance_in_km: 2.3,
      duration_in_secs: 260,
      range: { low: 240, high: 280 },
    })
    const short = vi.fn(() => Promise.resolve({ distance_in_km: 0.1, duration_in_secs: 12 }))
    const etas = new TripEtas(() => 1_000_000 + (short.mock.calls.length === 0 ? 0 : 30_000))
    await etas.find('near', { driveTime: short }, car(), pickup)
    expect(await etas.find('near', { driveTime: short }, car(150), pickup)).toEqual({
      distance_in_km: 0,
      duration_in_secs: 0,
    })
  })

  test('is computed again once the car is 300 m from there, but not within 20 s', async () => {
    const { driveTime, ask } = open()
    await ask(0)
    await ask(10, 5000)
    await ask(25, 290)
    expect(driveTime).toHaveBeenCalledTimes(1)
    expect(await ask(26, 310)).toEqual(drive)
    expect(driveTime).toHaveBeenCalledTimes(2)
  })

  test('each trip and next point has its own', async () => {
    const { driveTime, ask } = open()
    await ask(0)
    await ask(0, 0, 'other trip')
    expect(driveTime).toHaveBeenCalledTimes(2)
  })

  test('a failure is not repeated by every screen', async () => {
    const { driveTime, ask } = open()
    driveTime.mockRejectedValueOnce(new MapsError('UPSTREAM', 'down'))
    await expect(ask(0)).rejects.toThrow('down')
    expect(await ask(5)).toBeNull()
    expect(driveTime).toHaveBeenCalledTimes(1)
    expect(await ask(61)).toEqual(drive)
  })
})
