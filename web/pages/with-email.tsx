import type { ReactNode } from 'react'

const mark = '\u0000'

/** Puts the contact email from settings into its place in a text ({email}, spec 1 §2), as a link. */
export const withEmail = (textOf: (email: string) => string, email: string): ReactNode => {
  const [before, after] = textOf(mark).split(mark)
  return (
    <>
      {before}
      <a href={`mailto:${email}`}>{email}</a>
      {after}
    </>
  )
}
