import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'

interface Bucket {
  waiting: Buffer[]
  waitingBytes: number
  readonly stored: { readonly at: number; readonly length: number }[]
}

/** Bytes that wait in memory before they are appended to the file. */
const WAITING = 16 * 1024 * 1024

/** Records by bucket in one file on disk, so that a region of any size is built bucket by bucket. */
export class FeatureSpill {
  readonly #path: string
  readonly #fd: number
  readonly #buckets = new Map<number, Bucket>()
  #waiting = 0
  #size = 0

  constructor(path: string) {
    this.#path = path
    this.#fd = openSync(path, 'w+')
  }

  /** Bytes of all records. */
  get size(): number {
    return this.#size + this.#waiting
  }

  add(bucket: number, record: Buffer): void {
    let its = this.#buckets.get(bucket)
    if (!its) this.#buckets.set(bucket, (its = { waiting: [], waitingBytes: 0, stored: [] }))
    its.waiting.push(record)
    its.waitingBytes += record.length
    this.#waiting += record.length
    if (this.#waiting > WAITING) this.#store()
  }

  buckets(): number[] {
    return [...this.#buckets.keys()].sort((a, b) => a - b)
  }

  /** Returns all records of a bucket and removes them. */
  take(bucket: number): Buffer {
    const { stored, waiting, waitingBytes } = this.#buckets.get(bucket)!
    const all = Buffer.allocUnsafe(stored.reduce((sum, { length }) => sum + length, waitingBytes))
    let to = 0
    for (const { at, length } of stored) {
      for (let read = 0; read < length;) read += readSync(this.#fd, all, to + read, length - read, at + read)
      to += length
    }
    for (const record of waiting) to += record.copy(all, to)
    this.#buckets.delete(bucket)
    return all
  }

  close(): void {
    closeSync(this.#fd)
    rmSync(this.#path, { force: true })
  }

  #store(): void {
    for (const bucket of this.#buckets.values()) {
      if (bucket.waiting.length === 0) continue
      const bytes = Buffer.concat(bucket.waiting)
      for (let written = 0; written < bytes.length;)
        written += writeSync(this.#fd, bytes, written, bytes.length - written, this.#size + written)
      bucket.stored.push({ at: this.#size, length: bytes.length })
      this.#size += bytes.length
      bucket.waiting = []
      bucket.waitingBytes = 0
    }
    this.#waiting = 0
  }
}
