import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
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

/** Puts a link in the place of a parameter of a text. */
const withLink = (textOf: (mark: string) => string, link: ReactNode): ReactNode => {
  const [before, after] = textOf(mark).split(mark)
  return (
    <>
      {before}
      {link}
      {after}
    </>
  )
}

/** Replaces `{email}` in a text by a link to the contact email [landing-24]. */
export const withEmail = (textOf: (email: string) => string, email: string): ReactNode =>
  withLink(textOf, <a href={`mailto:${email}`}>{email}</a>)

/** Replaces the name of the page "Your data" in a text by a link to it [landing-24]. */
export const withDataPage = (textOf: (page: string) => string, name: string): ReactNode =>
  withLink(textOf, <Link to={paths.accountData()}>{name}</Link>)
