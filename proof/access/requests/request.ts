import { randomBytes } from 'node:crypto'
import type { Caller, Target } from '../callers.ts'
import type { World } from '../world.ts'

/** A well-formed call; whether the caller may make it is what the proof checks. */
export interface Query {
  readonly id?: string
  readonly query?: string
  readonly body?: unknown
  /** sent instead of a JSON body */
  readonly picture?: Buffer
  /** replaces the caller's token where the call ends its session */
  readonly token?: string
  readonly cookie?: string
}

/** Makes the request of one endpoint. `real`: it will be admitted and may need its own objects. */
export type MakeRequest = (
  world: World,
  caller: Caller,
  target: Target | undefined,
  real: boolean,
) => Query | Promise<Query>

/** A word that no earlier request had. */
export const someone = () => randomBytes(5).toString('hex')

export const onIt: MakeRequest = (_world, _actor, target) => ({ id: target?.id ?? '', body: {} })
export const reading: MakeRequest = (_world, _actor, target) => (target === undefined ? {} : { id: target.id })
export const sending =
  (body: unknown): MakeRequest =>
  (_world, _actor, target) => ({ ...(target === undefined ? {} : { id: target.id }), body })
