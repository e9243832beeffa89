import type { TestProject } from 'vitest/node'
import { shareCity } from './quiet-city.ts'

/** The quiet city of the project `delivery`: couriers in place of taxis, under the same name. */
export default (project: TestProject): Promise<() => Promise<void>> => shareCity(project, 'delivery')
