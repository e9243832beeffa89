import { fullName } from '@remis/domain/people/first-name'
import '@mantine/core/styles/Tabs.layer.css'
import { Skeleton, Stack, Tabs, Text } from '@mantine/core'
import type { PersonView } from '@remis/domain/people/people-api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isGone } from '../platform/api/call-outcome.ts'
import { useSession } from '../platform/api/session.ts'
import { useFormat } from '../platform/use-format.ts'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { Face } from '../ui/parts/Person.tsx'
import { personQuery } from './people-queries.ts'
import classes from './people.module.css'
import { DocumentsOf } from './documents/DocumentsOf.tsx'
import { PersonActions } from './PersonActions.tsx'
import { OnlineChip, RatingOf, StateOfPerson } from './PersonChips.tsx'
import { SuspensionNote } from './SuspensionNote.tsx'
import { Audit } from './tabs/Audit.tsx'
import { BookingsOf } from './tabs/BookingsOf.tsx'
import { Notes } from './tabs/Notes.tsx'
import { Overview } from './tabs/Overview.tsx'
import { Ratings } from './tabs/Ratings.tsx'
import { Sessions } from './tabs/Sessions.tsx'
import { WalletOf } from './tabs/WalletOf.tsx'

const Head = ({ person, level }: { person: PersonView; level: 1 | 2 }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const Name = level === 1 ? 'h1' : 'h2'
  return (
    <header className={classes.head}>
      <Face src={person.profile_image} name={person} size={56} />
      <div className={classes.two}>
        <Name id="person-name">
          <bdi>{fullName(person)}</bdi>
        </Name>
        <small>
          {t('person_line', { role: t(`role_${person.usertype}`), date: format.date(person.createdAt, 'date') })}
        </small>
        <span className={classes.chips}>
          <StateOfPerson state={person.state} />
          {person.usertype === 'driver' && <OnlineChip row={person} />}
          {person.usertype === 'driver' && <RatingOf row={person} />}
        </span>
      </div>
    </header>
  )
}

type Tab = 'overview' | 'documents' | 'bookings' | 'wallet' | 'ratings' | 'sessions' | 'audit' | 'notes'

/** The tabs that have something to show for this person and this reader [design/people-14]. */
const tabsOf = ({ usertype }: PersonView, admin: boolean): Tab[] => {
  const travels = usertype === 'rider' || usertype === 'driver'
  return [
    'overview',
    ...(usertype === 'driver' ? (['documents'] as const) : []),
    ...(travels ? (['bookings'] as const) : []),
    ...(admin && travels ? (['wallet'] as const) : []),
    ...(usertype === 'driver' ? (['ratings'] as const) : []),
    ...(admin ? (['sessions', 'audit', 'notes'] as const) : []),
  ]
}

const labels = {
  overview: 'person_overview',
  documents: 'person_documents',
  bookings: 'person_bookings',
  wallet: 'people_wallet',
  ratings: 'person_ratings',
  sessions: 'person_sessions',
  audit: 'person_audit',
  notes: 'person_notes',
} as const

const parts = {
  overview: Overview,
  documents: DocumentsOf,
  bookings: BookingsOf,
  wallet: WalletOf,
  ratings: Ratings,
  sessions: Sessions,
  audit: Audit,
  notes: Notes,
} as const satisfies Record<Tab, (props: { person: PersonView; level: 1 | 2 }) => unknown>

interface Props {
  readonly id: string
  /** of the heading with the name: the panel is below the heading of its table */
  readonly level: 1 | 2
  readonly onDeleted: () => void
}

/** A person: head, actions and tabs; the same in the panel and on the full page. */
export const PersonCard = ({ id, level, onDeleted }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { user } = useSession()
  const { data: person, error, refetch } = useQuery(personQuery(id))
  // Once shown, these stay mounted, so that a look at another tab does not lose what is being typed.
  const [typedIn, setTypedIn] = useState<readonly Tab[]>([])
  if (person === undefined)
    return error !== null ? (
      <ReadFailure
        textId="person-name"
        text={t(isGone(error) ? 'person_missing' : 'person_failed')}
        onRetry={isGone(error) ? undefined : () => void refetch()}
      />
    ) : (
      <Stack aria-busy="true">
        <Skeleton height={56} />
        <Skeleton height={36} />
        <Skeleton height={240} />
      </Stack>
    )
  const tabs = tabsOf(person, user?.usertype === 'admin')
  return (
    <>
      <Head person={person} level={level} />
      <SuspensionNote person={person} />
      {typeof person.deletionDueAt === 'number' && (
        <Text role="note">{t('person_erase_due', { time: format.date(person.deletionDueAt, 'date-time') })}</Text>
      )}
      <PersonActions person={person} onDeleted={onDeleted} />
      <Tabs
        defaultValue="overview"
        keepMounted={false}
        keepMountedMode="display-none"
        className={classes.tabs ?? ''}
        onChange={(tab) =>
          (tab === 'notes' || tab === 'documents') && setTypedIn((tabs) => (tabs.includes(tab) ? tabs : [...tabs, tab]))
        }
      >
        <Tabs.List aria-label={t('person_tabs')}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(labels[tab])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((tab) => {
          const Part = parts[tab]
          return (
            <Tabs.Panel key={tab} value={tab} pt="md" keepMounted={typedIn.includes(tab)}>
              <Part key={person.id} person={person} level={level} />
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </>
  )
}
