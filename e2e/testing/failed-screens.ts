import { afterAll, afterEach } from 'vitest'
import { forgetActors, showScreens } from './actors.ts'
import { closeWindows } from './chromium.ts'

// A setup file runs for each file of stories; the modules it imports are loaded once for all of them.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await showScreens()
})
afterAll(async () => {
  forgetActors()
  await closeWindows()
})
