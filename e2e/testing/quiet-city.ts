import { failTeardown } from '@remis/server/testing/global-setup/fail-teardown'
import type { TestProject } from 'vitest/node'
import { startCity } from './city.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** address of a city without a trial fleet: the stories drive; 20 times real speed */
    quietCity: string
    /** its data folder */
    quietCityData: string
  }
}

/** Starts one city for all stories of a project. */
export const shareCity = async (project: TestProject, category: 'taxi' | 'delivery'): Promise<() => Promise<void>> => {
  const city = await startCity({ fleet: 0, speed: 20, category })
  project.provide('quietCity', city.base)
  project.provide('quietCityData', city.dataDir)
  return async () => {
    const complaints = city.complaints()
    await city.stop()
    if (complaints.length > 0) failTeardown(`the quiet city's log has complaints:\n${complaints.join('\n')}`)
  }
}

/** One city for all stories that bring their own drivers. */
export default (project: TestProject): Promise<() => Promise<void>> => shareCity(project, 'taxi')
