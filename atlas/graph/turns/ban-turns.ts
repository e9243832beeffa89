import type { Restriction } from './read-restrictions.ts'
import { headOf, mayDrive, tailOf } from '../road-graph.ts'
import type { Roads } from '../road-graph.ts'
import { exitsOf } from './turn-states.ts'

/** Where the ways of restrictions are in the graph. */
export interface Located {
  /** The edges of a way in the order of its nodes; none when cars may not use it. */
  readonly edgesOf: ReadonlyMap<number, readonly number[]>
  /** The junction at an OpenStreetMap node; undefined when it is no junction. */
  readonly junctionOf: (node: number) => number | undefined
}

/**
 * The forbidden sequences of directed edges of one restriction; empty when it is ambiguous or forbids nothing that
 * could be driven. A way that goes on beyond the junction is meant on both sides: that forbids too much rather than too
 * little.
 */
export const banTurns = (roads: Omit<Roads, 'bans'>, located: Located): ((restriction: Restriction) => number[][]) => {
  const exits = exitsOf(roads)
  const exitsAt = (node: number): number[] => [...exits.directed.subarray(exits.first[node], exits.first[node + 1])]
  const edges = (way: number): readonly number[] => located.edgesOf.get(way) ?? []
  const directions = (way: number): number[] =>
    edges(way)
      .flatMap((edge) => [2 * edge, 2 * edge + 1])
      .filter((directed) => mayDrive(roads, directed))
  const arriving = (way: number, node: number): number[] => directions(way).filter((d) => headOf(roads, d) === node)
  const leaving = (way: number, node: number): number[] => directions(way).filter((d) => tailOf(roads, d) === node)

  /** The one junction that two ways share; of several, the one at an end of both. */
  const meeting = (a: number, b: number): number | undefined => {
    const nodes = (way: number): Set<number> =>
      new Set(edges(way).flatMap((e) => [roads.edgeFrom[e]!, roads.edgeTo[e]!]))
    const ends = (way: number): number[] =>
      edges(way).length === 0 ? [] : [roads.edgeFrom[edges(way)[0]!]!, roads.edgeTo[edges(way).at(-1)!]!]
    const others = nodes(b)
    const shared = [...nodes(a)].filter((node) => others.has(node))
    if (shared.length === 1) return shared[0]
    const atEnds = shared.filter((node) => ends(a).includes(node) && ends(b).includes(node))
    return atEnds.length === 1 ? atEnds[0] : undefined
  }

  /** The directed edges of a way from one of its junctions to another, in either direction. */
  const along = (way: number, start: number, end: number): number[] | undefined => {
    const there = edges(way).map((edge) => 2 * edge)
    for (const line of [there, there.map((d) => d + 1).reverse()]) {
      const first = line.findIndex((d) => tailOf(roads, d) === start)
      const last = line.findIndex((d, i) => i >= first && headOf(roads, d) === end)
      if (first === -1 || last === -1) continue
      const part = line.slice(first, last + 1)
      const joined = part.every((d, i) => i === 0 || tailOf(roads, d) === headOf(roads, part[i - 1]!))
      if (joined && part.every((d) => mayDrive(roads, d))) return part
    }
    return undefined
  }

  /** From `from` over the ways to `to`: the junction where it begins, the directed edges between, the last junction. */
  const passage = (from: number, ways: readonly number[], to: number) => {
    const chain = [from, ...ways, to]
    const nodes: number[] = []
    for (let i = 1; i < chain.length; i++) {
      const node = meeting(chain[i - 1]!, chain[i]!)
      if (node === undefined) return undefined
      nodes.push(node)
    }
    const parts = ways.map((way, i) => along(way, nodes[i]!, nodes[i + 1]!))
    if (parts.some((part) => part === undefined)) return undefined
    return { first: nodes[0]!, between: parts.flatMap((part) => part!), last: nodes.at(-1)! }
  }

  const passages = (restriction: Restriction, from: number, to: number) => {
    const { via } = restriction
    if ('ways' in via) return passage(from, via.ways, to) ?? passage(from, via.ways.toReversed(), to)
    const node = located.junctionOf(via.node)
    return node === undefined ? undefined : { first: node, between: [], last: node }
  }

  const forbidden = (restriction: Restriction): number[][] =>
    restriction.from.flatMap((from) =>
      restriction.to.flatMap((to) => {
        const way = passages(restriction, from, to)
        if (!way) return []
        const sequences = arriving(from, way.first).flatMap((start) =>
          leaving(to, way.last).map((end) => [start, ...way.between, end]),
        )
        if (from !== to || way.between.length > 0) return sequences
        return sequences.filter(([start, end]) => (end === (start! ^ 1)) === restriction.uTurn)
      }),
    )

  /** At each junction of the way that must be taken, all other exits. */
  const allOthers = (restriction: Restriction): number[][] =>
    restriction.from.flatMap((from) => {
      const ways = restriction.to.map((to) => passages(restriction, from, to))
      const way = ways.find((found) => found !== undefined)
      const starts = way ? arriving(from, way.first) : []
      // On a way that goes on beyond the junction it is not clear where one comes from.
      if (!way || starts.length !== 1) return []
      const ends = restriction.to.flatMap((to) => leaving(to, way.last))
      if (ends.length === 0) return []
      const must = [starts[0]!, ...way.between]
      return must.flatMap((directed, i) => {
        const next = i + 1 < must.length ? [must[i + 1]!] : ends
        return exitsAt(headOf(roads, directed))
          .filter((exit) => !next.includes(exit))
          .map((exit) => [...must.slice(0, i + 1), exit])
      })
    })

  return (restriction) => (restriction.kind === 'no' ? forbidden(restriction) : allOthers(restriction))
}
