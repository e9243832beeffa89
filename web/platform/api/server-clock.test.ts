import { describe, expect, it } from 'vitest'
import { makeServerClock } from './server-clock.ts'

const server = 1_790_000_000_000
const setUp = (wallAt: number) => {
  const device = { wall: wallAt, steady: 0 }
  const clock = makeServerClock({ wall: () => device.wall, steady: () => device.steady })
  const pass = (ms: number) => {
    device.wall += ms
    device.steady += ms
  }
  return { clock, device, pass }
}
const dateOf = (ms: number) => new Date(ms).toUTCString()

describe('the server’s clock [design/live-67]', () => {
  it('is the device’s until the server says the time', () => {
    const { clock, pass } = setUp(server - 5000)
    expect(clock.now()).toBe(server - 5000)
    clock.set(server)
    pass(3000)
    expect(clock.now()).toBe(server + 3000)
  })

  it('a phone three minutes fast is corrected by the date of an answer, without a live link', () => {
    const { clock, pass } = setUp(server + 180_000)
    pass(400)
    clock.hear(dateOf(server), 400)
    expect(Math.abs(clock.now() - server)).toBeLessThanOrEqual(1000)
  })

  it('a date that agrees with the clock changes nothing', () => {
    const { clock, pass } = setUp(server)
    clock.set(server + 700)
    pass(2000)
    clock.hear(dateOf(server + 2000), 300)
    clock.hear(null, 300)
    clock.hear('no date', 300)
    expect(clock.now()).toBe(server + 2700)
  })

  it('goes on when the device’s clock is set back', () => {
    const { clock, device, pass } = setUp(server)
    clock.set(server)
    pass(60_000)
    device.wall -= 3_600_000
    expect(clock.now()).toBe(server + 60_000)
    pass(1000)
    expect(clock.now()).toBe(server + 61_000)
  })

  it('is in whole milliseconds, as positions are', () => {
    const { clock, pass } = setUp(server + 180_000)
    clock.hear(dateOf(server), 400.3)
    pass(1000.4)
    expect(Number.isInteger(clock.now())).toBe(true)
  })

  it('counts the time that the device slept', () => {
    const { clock, device } = setUp(server)
    clock.set(server)
    device.wall += 600_000
    expect(clock.now()).toBe(server + 600_000)
  })
})
