import '../ui/mantine-parts.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { personQuery } from './people-queries.ts'
import classes from './people.module.css'
import { PersonCard } from './PersonCard.tsx'

const listOf = {
  rider: paths.riders,
  driver: paths.drivers,
  fleetadmin: paths.fleetAdmins,
  admin: paths.admins,
} as const

/** `/people/<id>`: one person, for a link [design/people-14]. */
export const PersonPage = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id = '' } = useParams({ strict: false })
  const { data: person } = useQuery(personQuery(id))
  const list = listOf[person?.usertype ?? 'driver']()
  return (
    <section className={classes.full} aria-labelledby="person-name">
      <div className={classes.bar}>
        <Link to={list}>{t('person_back')}</Link>
      </div>
      <PersonCard id={id} level={1} onDeleted={() => void navigate({ to: list })} />
    </section>
  )
}
