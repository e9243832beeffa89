import type { FastifyInstance } from 'fastify'
import type { TaskList } from 'graphile-worker'
import type { RelationResolvers } from '../http/check-relation.ts'
import type { Served } from '../http/use-case.ts'
import type { SweepTask } from '../jobs/sweeper.ts'
import type { Render } from '../live/client-stream.ts'
import type { OnMessage } from '../live/live-messages.ts'
import type { Consumer } from '../live/stream-consumer.ts'

/** Everything one feature adds to a running server. `Deps` is the part of the context that it uses. */
export interface Feature<Deps> {
  readonly endpoints?: readonly Served<Deps>[]
  /** What a caller is to the feature's objects, by kind of object. */
  readonly relations?: Partial<RelationResolvers>
  /** By kind of live event: the view of it that a viewer gets. */
  readonly views?: (app: Deps) => Readonly<Record<string, Render>>
  /** By name: what clients may send over the socket. */
  readonly messages?: (app: Deps) => Readonly<Record<string, OnMessage>>
  /** Periodic tasks by name. */
  readonly sweeps?: (app: Deps) => Readonly<Record<string, SweepTask>>
  /** Background jobs by name. */
  readonly jobs?: (app: Deps) => TaskList
  /** Durable consumers of the event stream by name. */
  readonly consumers?: (app: Deps) => Readonly<Record<string, Consumer>>
  /** Adds routes that are not endpoints: files, pages, forms. */
  readonly mount?: (fastify: FastifyInstance, app: Deps) => void
}

/** Merges the parts of all features. A name used twice stops the start. */
const joined = <T>(parts: readonly (Readonly<Record<string, T>> | undefined)[]): Record<string, T> => {
  const all: Record<string, T> = {}
  for (const [name, part] of parts.flatMap((one) => Object.entries(one ?? {}))) {
    if (name in all) throw new Error(`two features define ${name}`)
    all[name] = part
  }
  return all
}

export const combineFeatures = <Deps>(features: readonly Feature<Deps>[], app: Deps) => ({
  relations: joined(features.map(({ relations }) => relations)) as Partial<RelationResolvers>,
  render: joined(features.map(({ views }) => views?.(app))),
  on: joined(features.map(({ messages }) => messages?.(app))),
  sweeps: joined(features.map(({ sweeps }) => sweeps?.(app))),
  tasks: joined(features.map(({ jobs }) => jobs?.(app))) as TaskList,
  consumers: joined(features.map(({ consumers }) => consumers?.(app))),
  mountMore: (fastify: FastifyInstance) => {
    for (const { mount } of features) mount?.(fastify, app)
  },
})
