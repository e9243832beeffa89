import { BinaryHeap } from '../graph/binary-heap.ts'
import { buildRoads } from '../graph/build-roads.ts'
import { BACKWARD, FORWARD, SIDE } from '../graph/road-graph.ts'
import type { RoadGraph } from '../graph/road-graph.ts'
import type { OsmData } from '../osm/osm-data.ts'
import type { Leg } from '../route/router.ts'
import type { Snapped } from '../route/snap.ts'
import { stopCost, turnCost } from '../route/turn-costs.ts'

/**
 * Permitted drives found from the map and not from the expanded graph, to compare the router with. Restrictions are
 * read here once more, as sequences of map nodes: `a` to `b` to `c` with b = via, or longer ones over ways. The search
 * goes from edge to edge with its full state, and turns round at dead ends only.
 */
export const legalSearch = (map: OsmData, graph: RoadGraph) => {
  const roads = buildRoads(map)
  const count = roads.edgeWays.length
  const rules = nodeRules(map)
  const coordinate = (point: number): string => `${roads.shapeLat[point]!},${roads.shapeLng[point]!}`

  const graphEdge = new Map<string, number>()
  for (let e = 0; e < graph.edgeWays.length; e++) graphEdge.set(shapeKey(graph, e), e)
  const roadEdge = new Map<number, number>()
  const side = new Uint8Array(count).fill(1)
  for (let e = 0; e < count; e++) {
    const there = graphEdge.get(shapeKey(roads, e))
    if (there === undefined) continue
    roadEdge.set(there, e)
    side[e] = graph.edgeKind[there]! & SIDE ? 1 : 0
  }

  const open = (d: number): boolean => (roads.edgeWays[d >> 1]! & (d & 1 ? BACKWARD : FORWARD)) !== 0
  const tail = (d: number): number => (d & 1 ? roads.edgeTo : roads.edgeFrom)[d >> 1]!
  const head = (d: number): number => (d & 1 ? roads.edgeFrom : roads.edgeTo)[d >> 1]!
  const time = (d: number): number => (d & 1 ? roads.edgeBackwardTime : roads.edgeForwardTime)[d >> 1]!
  const exits: number[][] = Array.from({ length: roads.nodeCount }, () => [])
  const isPublic = new Uint8Array(roads.nodeCount)
  /** The last and the first step of each directed edge, for those that rules name. */
  const endsWith = new Map<string, number[]>()
  const beginsWith = new Map<string, number[]>()
  const add = (index: Map<string, number[]>, key: string, d: number): void => {
    if (rules.steps.has(key)) index.set(key, [...(index.get(key) ?? []), d])
  }
  for (let d = 0; d < 2 * count; d++) {
    if (!open(d)) continue
    exits[tail(d)]!.push(d)
    if (!side[d >> 1]) isPublic[tail(d)] = isPublic[head(d)] = 1
    const [first, last] = [roads.edgeShape[d >> 1]!, roads.edgeShape[(d >> 1) + 1]! - 1]
    const forward = d % 2 === 0
    add(beginsWith, `${coordinate(forward ? first : last)}>${coordinate(forward ? first + 1 : last - 1)}`, d)
    add(endsWith, `${coordinate(forward ? last - 1 : first + 1)}>${coordinate(forward ? last : first)}`, d)
  }

  /** Directed edges over a sequence of map nodes; undefined when it is no drive. */
  const driven = (nodes: readonly string[]): number[][] => {
    let drives = (endsWith.get(`${nodes[0]}>${nodes[1]}`) ?? []).map((d) => [d])
    let at = 1
    while (at < nodes.length - 1 && drives.length > 0) {
      const step = beginsWith.get(`${nodes[at]}>${nodes[at + 1]}`) ?? []
      drives = drives.flatMap((drive) => step.filter((d) => tail(d) === head(drive.at(-1)!)).map((d) => [...drive, d]))
      const last = drives[0]?.at(-1)
      at += last === undefined ? 1 : roads.edgeShape[(last >> 1) + 1]! - roads.edgeShape[last >> 1]! - 1
    }
    return drives
  }
  const banned = new Set<string>()
  const begun = new Set<string>()
  const ban = (drive: readonly number[]): void => {
    banned.add(drive.join())
    for (let i = 2; i < drive.length; i++) begun.add(drive.slice(0, i).join())
  }
  for (const sequence of rules.forbidden) driven(sequence).forEach(ban)
  for (const { sequence, to } of rules.required) {
    for (const drive of driven(sequence)) {
      drive.forEach((d, i) => {
        const next = i + 1 < drive.length ? [drive[i + 1]!] : to.flatMap((step) => beginsWith.get(step) ?? [])
        if (next.length === 0) return
        for (const exit of exits[head(d)]!) if (!next.includes(exit)) ban([...drive.slice(0, i + 1), exit])
      })
    }
  }

  const START = 0, PUBLIC = 1, END = 2 // prettier-ignore
  const states: { d: number; layer: number; history: readonly number[] }[] = []
  const numbers = new Map<string, number>()
  const number = (d: number, layer: number, history: readonly number[]): number => {
    const key = `${d},${layer}${history.length > 1 ? `:${history.join()}` : ''}`
    let found = numbers.get(key)
    if (found === undefined) numbers.set(key, (found = states.push({ d, layer, history }) - 1))
    return found
  }
  const onward = new Map<number, number[]>()
  const successors = (state: number): number[] => {
    const known = onward.get(state)
    if (known) return known
    const { d, layer, history } = states[state]!
    const allowed: number[] = []
    let back: number | undefined
    for (const exit of exits[head(d)]!) {
      if (history.some((_, i) => banned.has([...history.slice(i), exit].join()))) continue
      const isSide = side[exit >> 1] === 1
      if (!isSide && layer !== PUBLIC) continue
      const next = !isSide ? PUBLIC : layer !== START ? END : isPublic[head(exit)] ? PUBLIC : START
      const longer = [...history, exit]
      let from = 0
      while (from < longer.length - 1 && !begun.has(longer.slice(from).join())) from++
      const reached = number(exit, next, longer.slice(from))
      if (exit === (d ^ 1)) back = reached
      else allowed.push(reached)
    }
    if (allowed.length === 0 && back !== undefined) allowed.push(back)
    onward.set(state, allowed)
    return allowed
  }

  const heap = new BinaryHeap(8 * count)
  /** Shortest times (ms) from one spot to many, or the least sums of time and costs of turns on the right. */
  const times = (from: Snapped, goals: readonly Snapped[], turns = false): number[] => {
    const costOfTurn = (before: number, after: number): number => (turns ? turnCost(roads, before, after, false) : 0)
    const costOfStop = (spot: Snapped, d: number): number =>
      turns ? stopCost(graph, spot, d & 1 ? BACKWARD : FORWARD, false) : 0
    const best = new Map<number, number>()
    const entered = new Map<number, number>()
    const reach = (state: number, at: number): void => {
      if (at >= (best.get(state) ?? Infinity)) return
      best.set(state, at)
      heap.set(state, at)
    }
    const start = roadEdge.get(from.edge)!
    for (const d of [2 * start, 2 * start + 1]) {
      if (!open(d)) continue
      const layer = side[start] && !isPublic[head(d)] ? START : PUBLIC
      reach(number(d, layer, [d]), (d & 1 ? from.along : 1 - from.along) * time(d))
    }
    while (heap.size > 0) {
      const state = heap.pop()
      for (const next of successors(state)) {
        const { d } = states[next]!
        const at = best.get(state)! + costOfTurn(states[state]!.d, d)
        if (at < (entered.get(d) ?? Infinity)) entered.set(d, at)
        reach(next, at + time(d))
      }
    }
    return goals.map((goal) => {
      const edge = roadEdge.get(goal.edge)!
      const ends = [2 * edge, 2 * edge + 1].filter(open).map((d) => {
        const share = d & 1 ? 1 - goal.along : goal.along
        const direct = edge === start && (d & 1 ? from.along >= goal.along : goal.along >= from.along)
        const straight = direct ? Math.abs(goal.along - from.along) * time(d) : Infinity
        return Math.min(straight, (entered.get(d) ?? Infinity) + share * time(d)) + costOfStop(goal, d)
      })
      return Math.min(...ends)
    })
  }

  /** The map nodes of a route, its first and last edge in full, with the rules that it violates. */
  const violations = (legs: readonly Leg[]): string[] => {
    const nodes: string[] = []
    for (const { edge, way } of legs) {
      const points = Array.from(
        { length: graph.edgeShape[edge + 1]! - graph.edgeShape[edge]! },
        (_, i) => `${graph.shapeLat[graph.edgeShape[edge]! + i]!},${graph.shapeLng[graph.edgeShape[edge]! + i]!}`,
      )
      for (const node of way === FORWARD ? points : points.reverse()) if (nodes.at(-1) !== node) nodes.push(node)
    }
    const found: string[] = []
    nodes.forEach((_, i) => {
      for (const length of rules.lengths) {
        const part = nodes.slice(i, i + length)
        if (part.length === length && rules.forbiddenKeys.has(part.join('>'))) found.push(part.join('>'))
      }
      for (const { sequence, to } of rules.requiredFrom.get(`${nodes[i]}>${nodes[i + 1]}`) ?? []) {
        const part = nodes.slice(i, i + sequence.length + 1)
        const follows = part.findIndex((node, k) => k < sequence.length && node !== sequence[k])
        if (follows === -1 && part.length > sequence.length) {
          if (!to.includes(`${part.at(-2)}>${part.at(-1)}`)) found.push(`only ${sequence.join('>')}`)
        } else if (follows > 1) found.push(`only ${sequence.join('>')}`)
      }
    })
    return found
  }
  return { times, violations, rules: rules.forbidden.length + rules.required.length }
}

interface Required {
  readonly sequence: readonly string[]
  /** Steps `a>b` that may follow. */
  readonly to: readonly string[]
}

const shapeKey = (
  { edgeShape, shapeLat, shapeLng }: Pick<RoadGraph, 'edgeShape' | 'shapeLat' | 'shapeLng'>,
  edge: number,
): string => {
  const [first, end] = [edgeShape[edge]!, edgeShape[edge + 1]!]
  return `${shapeLat.subarray(first, end).join()} ${shapeLng.subarray(first, end).join()}`
}

/** The restrictions of the map for cars at all hours, as sequences of nodes (coordinates). */
const nodeRules = (map: OsmData) => {
  const relations = [...map.relations].filter(({ tags }) => {
    if (tags['type'] !== 'restriction' || /motorcar|motor_vehicle/.test(tags['except'] ?? '')) return false
    const rule = tags['restriction:motorcar'] ?? tags['restriction']
    return rule !== undefined && !rule.includes('@') && !tags['day_on'] && !tags['hour_on']
  })
  const wanted = new Set(relations.flatMap(({ members }) => members.map(({ ref }) => ref)))
  const lines = new Map<number, string[][]>()
  const places = new Map<number, string>()
  for (const way of map.ways) {
    if (!wanted.has(way.id) || !('highway' in way.tags)) continue
    const line = Array.from(way.nodes, (place) => `${map.lat[place]!},${map.lng[place]!}`)
    lines.set(way.id, [...(lines.get(way.id) ?? []), line])
    for (const place of way.nodes) places.set(map.ids[place]!, `${map.lat[place]!},${map.lng[place]!}`)
  }
  /** Neighbours of a node on a way. */
  const beside = (way: number, node: string): string[] =>
    (lines.get(way) ?? []).flatMap((line) =>
      line.flatMap((at, i) => (at === node ? [line[i - 1], line[i + 1]].filter((n) => n !== undefined) : [])),
    )
  const forbidden: string[][] = []
  const required: Required[] = []
  for (const { tags, members } of relations) {
    const rule = tags['restriction:motorcar'] ?? tags['restriction']!
    const refs = (role: string, kind: string): number[] =>
      members.filter((member) => member.role === role && member.kind === kind).map(({ ref }) => ref)
    const node = places.get(refs('via', 'node')[0] ?? -1)
    const viaWays = refs('via', 'way')
    for (const from of refs('from', 'way')) {
      for (const to of refs('to', 'way')) {
        const middles = node === undefined ? overWay(lines, viaWays, from, to, beside) : [[node]]
        for (const middle of middles) {
          for (const before of beside(from, middle[0]!)) {
            const after = beside(to, middle.at(-1)!)
            if (rule.startsWith('no_')) {
              for (const next of after) {
                const back = next === before
                if (from === to && middle.length === 1 && back !== (rule === 'no_u_turn')) continue
                forbidden.push([before, ...middle, next])
              }
            } else if (rule.startsWith('only_') && beside(from, middle[0]!).length === 1) {
              required.push({ sequence: [before, ...middle], to: after.map((next) => `${middle.at(-1)!}>${next}`) })
            }
          }
        }
      }
    }
  }
  const steps = new Set<string>()
  for (const sequence of [...forbidden, ...required.map((rule) => rule.sequence)])
    sequence.slice(1).forEach((at, i) => steps.add(`${sequence[i]!}>${at}`))
  for (const { to } of required) for (const step of to) steps.add(step)
  const requiredFrom = new Map<string, Required[]>()
  for (const rule of required) {
    const key = `${rule.sequence[0]!}>${rule.sequence[1]!}`
    requiredFrom.set(key, [...(requiredFrom.get(key) ?? []), rule])
  }
  const forbiddenKeys = new Set(forbidden.map((sequence) => sequence.join('>')))
  const lengths = new Set(forbidden.map((sequence) => sequence.length))
  return { forbidden, required, steps, requiredFrom, forbiddenKeys, lengths }
}

/** The nodes of one via way from its end at `from` to its end at `to`. */
const overWay = (
  lines: ReadonlyMap<number, string[][]>,
  viaWays: readonly number[],
  from: number,
  to: number,
  beside: (way: number, node: string) => string[],
): string[][] => {
  const line = viaWays.length === 1 ? lines.get(viaWays[0]!)?.[0] : undefined
  if (!line || line[0] === line.at(-1)) return []
  return [line, line.toReversed()].filter(
    (way) => beside(from, way[0]!).length > 0 && beside(to, way.at(-1)!).length > 0,
  )
}
