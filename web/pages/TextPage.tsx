import type { ReactNode } from 'react'
import { NightHero } from '../ui/night/NightHero.tsx'
import classes from './TextPage.module.css'

interface Props {
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}

/** Static translated text [landing-23] under the small picture. */
export const TextPage = ({ title, lead, children }: Props) => (
  <>
    <NightHero size="small">
      <div className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
      </div>
    </NightHero>
    <article className={classes.text}>{children}</article>
  </>
)

export const TextPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className={classes.part}>{title}</h2>
    <p>{children}</p>
  </section>
)

const mark = '\u0000'

/** Replaces `{email}` in a text by a link to the contact email [landing-24]. */
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
