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

it('plays sound only after a press on the page [design/web-155]', async () => {
  const openSound = await load()
  device.pressed = false
  expect([await openSound(), device.contexts]).toEqual([null, 0])
  device.pressed = true
  expect((await openSound())?.state).toBe('running')
})

it('resumes an interrupted sound at the next one', async () => {
  const openSound = await load()
  const audio = await openSound()
  Object.assign(audio!, { state: 'interrupted' })
  expect((await openSound())?.state).toBe('running')
  expect(device.contexts).toBe(1)
})

it('treats a browser that does not resume within 0.5 s as blocked', async () => {
  const openSound = await load()
  device.answers = false
  const opened = openSound()
  await vi.advanceTimersByTimeAsync(500)
  expect(await opened).toBe(null)
})

it('returns null on a device without sound', async () => {
  const openSound = await load()
  vi.stubGlobal('AudioContext', undefined)
  expect(await openSound()).toBe(null)
})
