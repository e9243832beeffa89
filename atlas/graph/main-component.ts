/** Arcs as two columns of node numbers. */
export interface Arcs {
  readonly nodeCount: number
  readonly tail: Int32Array
  readonly head: Int32Array
}

/** The files that have each node, as bits. */
export interface NodeFiles {
  readonly nodeFiles: Int32Array
  readonly fileCount: number
}

/**
 * Marks, for each file, the nodes of its largest strongly connected part, in which every node can be reached from every
 * other. Files of neighbouring areas share one part. Kosaraju's algorithm, without recursion.
 */
export const mainComponents = ({ nodeCount, tail, head }: Arcs, { nodeFiles, fileCount }: NodeFiles): Uint8Array => {
  const onward = neighbours(nodeCount, tail, head)
  const against = neighbours(nodeCount, head, tail)
  const order = finishOrder(nodeCount, onward)
  const part = new Int32Array(nodeCount).fill(-1)
  let labels = 0
  const stack: number[] = []
  for (let i = order.length - 1; i >= 0; i--) {
    if (part[order[i]!] !== -1) continue
    const label = labels++
    part[order[i]!] = label
    stack.push(order[i]!)
    while (stack.length > 0) {
      const node = stack.pop()!
      for (let a = against.first[node]!; a < against.first[node + 1]!; a++) {
        const next = against.node[a]!
        if (part[next] !== -1) continue
        part[next] = label
        stack.push(next)
      }
    }
  }
  const main = new Set<number>()
  for (let file = 0; file < fileCount; file++) {
    const sizes = new Int32Array(labels)
    let largest = 0
    for (let node = 0; node < nodeCount; node++) {
      if ((nodeFiles[node]! & (1 << file)) === 0) continue
      const label = part[node]!
      sizes[label]!++
      if (sizes[label]! > sizes[largest]!) largest = label
    }
    if (sizes[largest]! > 0) main.add(largest)
  }
  return Uint8Array.from(part, (label) => Number(main.has(label)))
}

/** Marks the nodes that can be reached from the marked ones, or with `against` those from which they can be reached. */
export const reachable = ({ nodeCount, tail, head }: Arcs, from: Uint8Array, against = false): Uint8Array => {
  const { first, node } = against ? neighbours(nodeCount, head, tail) : neighbours(nodeCount, tail, head)
  const seen = from.slice()
  const stack: number[] = []
  for (let i = 0; i < nodeCount; i++) if (seen[i]) stack.push(i)
  while (stack.length > 0) {
    const at = stack.pop()!
    for (let a = first[at]!; a < first[at + 1]!; a++) {
      if (seen[node[a]!]) continue
      seen[node[a]!] = 1
      stack.push(node[a]!)
    }
  }
  return seen
}

interface Adjacency {
  readonly first: Int32Array
  readonly node: Int32Array
}

const neighbours = (nodeCount: number, from: Int32Array, to: Int32Array): Adjacency => {
  const first = new Int32Array(nodeCount + 1)
  for (const node of from) first[node + 1]!++
  for (let i = 0; i < nodeCount; i++) first[i + 1]! += first[i]!
  const node = new Int32Array(from.length)
  const next = first.slice()
  for (let a = 0; a < from.length; a++) node[next[from[a]!]!++] = to[a]!
  return { first, node }
}

const finishOrder = (nodeCount: number, { first, node }: Adjacency): Int32Array => {
  const order = new Int32Array(nodeCount)
  const seen = new Uint8Array(nodeCount)
  const next = first.slice(0, nodeCount)
  const stack: number[] = []
  let finished = 0
  for (let start = 0; start < nodeCount; start++) {
    if (seen[start]) continue
    seen[start] = 1
    stack.push(start)
    while (stack.length > 0) {
      const at = stack.at(-1)!
      if (next[at]! < first[at + 1]!) {
        const head = node[next[at]!++]!
        if (!seen[head]) {
          seen[head] = 1
          stack.push(head)
        }
      } else order[finished++] = stack.pop()!
    }
  }
  return order
}
