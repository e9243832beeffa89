import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const device = { pressed: true, answers: true, contexts: 0 }
class Context {
  state = 'suspended'
  constructor() {
    device.contexts++
  }
  resume() {
    if (!device.answers) return new Promise<void>(() => undefined)
    this.state = 'running'
    return Promise.resolve()
  }
}

beforeEach(() => {
  Object.assign(device, { pressed: true, answers: true, contexts: 0 })
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubGlobal('navigator', {
    get userActivation() {
      return { hasBeenActive: device.pressed }
    },
  })
  vi.stubGlobal('AudioContext', Context)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const load = async () => (await import('./sound.ts')).openSound

it('there is no sound before a press on the page, and there is after one [design/web-155]', async () => {
  const openSound = await load()
  device.pressed = false
  expect([await openSound(), device.contexts]).toEqual([null, 0])
  device.pressed = true
  expect((await openSound())?.state).toBe('running')
})

it('a sound that was interrupted is resumed when the next one is asked for', async () => {
  const openSound = await load()
  const audio = await openSound()
  Object.assign(audio!, { state: 'interrupted' })
  expect((await openSound())?.state).toBe('running')
  expect(device.contexts).toBe(1)
})

it('a browser that does not answer counts as blocked after half a second, so that no sound comes late', async () => {
  const openSound = await load()
  device.answers = false
  const opened = openSound()
  await vi.advanceTimersByTimeAsync(500)
  expect(await opened).toBe(null)
})

it('a device without sound has none', async () => {
  const openSound = await load()
  vi.stubGlobal('AudioContext', undefined)
  expect(await openSound()).toBe(null)
})
