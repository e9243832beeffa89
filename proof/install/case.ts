/** The result of one case; a skip names what the machine does not allow. */
export type Outcome =
  | { readonly kind: 'held'; readonly figures: string }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'skipped'; readonly why: string }

export interface InstallCase {
  readonly name: string
  readonly run: () => Promise<Outcome>
}

export const held = (figures: string): Outcome => ({ kind: 'held', figures })
export const failed = (why: string): Outcome => ({ kind: 'failed', why })
export const skipped = (why: string): Outcome => ({ kind: 'skipped', why })

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
