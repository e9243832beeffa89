import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

export interface Broken {
  readonly invariant: string
  readonly rows: readonly string[]
}

export const findBroken = async (_db: Kysely<Tables>): Promise<Broken[]> => []
