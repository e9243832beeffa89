/** Senders of what one person sends: one of each for the lifetime of the page. */
export const perPerson = <Sender>(make: (person: string) => Sender) => {
  const made = new Map<string, Sender>()
  return {
    of: (person: string): Sender => {
      const held = made.get(person)
      if (held !== undefined) return held
      const sender = make(person)
      made.set(person, sender)
      return sender
    },
    /** undefined: none was made yet */
    held: (person: string): Sender | undefined => made.get(person),
    all: (): Sender[] => [...made.values()],
  }
}

/** Runs a retry of a sender after this time, ms. */
export const after = (ms: number, run: () => void) => setTimeout(run, ms)
