import type { PersonView } from '@remis/domain/people/people-api'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { useSession } from '../../platform/api/session.ts'
import { useLanguage } from '../../platform/i18n.ts'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../people.module.css'

interface Fact {
  readonly label: string
  readonly value: ReactNode
}

/** Facts with a name and a value; those without a value are shown as such, so that nothing seems forgotten. */
const Facts = ({ title, level, facts }: { title: string; level: 1 | 2; facts: readonly (Fact | false)[] }) => {
  const { t } = useTranslation()
  const Title = level === 1 ? 'h2' : 'h3'
  return (
    <section className={classes.facts}>
      <Title>{title}</Title>
      <dl>
        {facts
          .filter((fact) => fact !== false)
          .map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value === null || value === undefined || value === '' ? t('person_unknown') : value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

/** Returns the name of a language in the language of the page, or its code if the browser knows no name. */
const languageName = (code: string, locale: string): string => {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Every field of a person that the reader may see [people-1]. */
export const Overview = ({ person, level }: { person: PersonView; level: 1 | 2 }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { locale } = useLanguage()
  const { user } = useSession()
  const admin = user?.usertype === 'admin'
  const yesNo = (yes: boolean) => t(yes ? 'people_yes' : 'people_no')
  const contact = (value: string | null, verified: boolean) =>
    value === null ? null : (
      <>
        <bdi dir={/^[+\w]/.test(value) ? 'ltr' : 'auto'}>{value}</bdi>
        {verified && <small> · {t('person_verified')}</small>}
      </>
    )
  const { referrals } = person
  const car = [person.vehicleMake, person.vehicleModel].filter(Boolean).join(' ')
  return (
    <div className={classes.sections}>
      <Facts
        level={level}
        title={t('person_account')}
        facts={[
          { label: t('email'), value: contact(person.email, person.emailVerified) },
          { label: t('phone_number'), value: contact(person.mobile, person.mobileVerified) },
          { label: t('person_login'), value: t(`person_login_${person.loginType}`) },
          { label: t('person_approved'), value: yesNo(person.approved) },
          { label: t('people_by_office'), value: yesNo(person.createdByAdmin) },
          { label: t('person_language'), value: person.language && languageName(person.language, locale) },
          { label: t('person_platform'), value: person.userPlatform },
          person.deletedAt !== null && {
            label: t('person_archived'),
            value: format.date(person.deletedAt, 'date-time'),
          },
          { label: t('person_id'), value: <code className={classes.code}>{person.id}</code> },
        ]}
      />
      {person.usertype === 'driver' && (
        <Facts
          level={level}
          title={t('person_driving')}
          facts={[
            { label: t('people_car_type'), value: person.carType },
            { label: t('people_vehicle'), value: car },
            { label: t('people_plate'), value: person.vehicleNumber && <bdi dir="ltr">{person.vehicleNumber}</bdi> },
            { label: t('people_other_info'), value: person.other_info },
            admin && {
              label: t('people_fleet'),
              value: person.fleetadmin ? (
                <Link to={paths.person(person.fleetadmin)}>{person.fleetName}</Link>
              ) : (
                t('people_fleet_none')
              ),
            },
            {
              label: t('person_license'),
              value: person.licenseImage && (
                <a href={person.licenseImage} target="_blank" rel="noreferrer">
                  {t('person_license_open')}
                </a>
              ),
            },
          ]}
        />
      )}
      {person.usertype === 'fleetadmin' && (
        <Facts
          level={level}
          title={t('people_fleet')}
          facts={[
            {
              label: t('people_drivers'),
              value: <Link to={paths.driversOf(person.id)}>{format.number(person.drivers ?? 0)}</Link>,
            },
          ]}
        />
      )}
      <Facts
        level={level}
        title={t('person_referral')}
        facts={[
          { label: t('person_referral_id'), value: <bdi dir="ltr">{person.referralId}</bdi> },
          admin && {
            label: t('person_referred_by'),
            value: person.signupViaReferral && (
              <Link to={paths.person(person.signupViaReferral)}>{person.referrerName}</Link>
            ),
          },
          referrals !== undefined && { label: t('person_referred'), value: format.number(referrals.people) },
          referrals !== undefined && {
            label: t('person_referral_paid'),
            value:
              referrals.paid === 0
                ? t('person_referral_none')
                : `${format.number(referrals.paid)} · ${format.money(referrals.earned)}`,
          },
        ]}
      />
      {admin && (person.usertype === 'driver' || person.usertype === 'rider') && (
        <Facts
          level={level}
          title={t('person_bank')}
          facts={[
            { label: t('person_bank_name'), value: person.bankName },
            { label: t('person_bank_code'), value: person.bankCode },
            { label: t('person_bank_account'), value: person.bankAccount && <bdi dir="ltr">{person.bankAccount}</bdi> },
          ]}
        />
      )}
    </div>
  )
}
