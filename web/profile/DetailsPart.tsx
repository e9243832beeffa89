import { Text, TextInput } from '@mantine/core'
import type { Profile } from '@remis/domain/accounts/profile-api'
import { checkProfile, hasContactLock, type ContactChannel } from '@remis/domain/accounts/profile-checks'
import { profileCalls } from '@remis/domain/accounts/profile-routes'
import type { Fault } from '@remis/domain/kit/check'
import { useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EditButton } from '../platform/list/demo.tsx'
import { call } from '../platform/api/call.ts'
import { showError, showMessage } from '../platform/show-message.ts'
import classes from './profile.module.css'
import { Licence } from './Licence.tsx'
import { profileChanged } from './profile-query.ts'
import { useContactChange } from './use-contact-change.tsx'

const formOf = ({ firstName, lastName, email, mobile }: Profile) => ({
  firstName,
  lastName,
  email: email ?? '',
  mobile: mobile ?? '',
})
type Field = keyof ReturnType<typeof formOf>

/**
 * Names and contacts, all four required, and the user type, which is shown only [accounts-50]. Email and phone are locked
 * for someone who signs in by email, and change by a code [accounts-51].
 */
export const DetailsPart = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const card = useRef<HTMLFormElement>(null)
  const [form, setForm] = useState(() => formOf(profile))
  const [fault, setFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  /** uploaded, and stored with the rest [accounts-54] */
  const [licence, setLicence] = useState<{ readonly id: string; readonly url: string } | null>(null)
  const locked = hasContactLock(profile.loginType)
  const contacts = useContactChange(profile, (changed) => setForm((now) => ({ ...now, ...changed })))
  const saved = formOf(profile)

  const refuse = (found: Fault) => {
    setFault(found)
    requestAnimationFrame(() => card.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus())
  }
  const save = async () => {
    const found = checkProfile({ ...form, locked })
    if (found !== null) return refuse(found)
    setFault(null)
    setBusy(true)
    try {
      const { firstName, lastName } = form
      const changed = await call(profileCalls.change, {
        body: { firstName, lastName, ...(licence === null ? {} : { licenseImage: licence.id }) },
      })
      profileChanged(changed.profile)
      setLicence(null)
      setForm((now) => ({ ...now, firstName: changed.profile.firstName, lastName: changed.profile.lastName }))
      const next = (['email', 'mobile'] as const).filter((channel) => form[channel].trim() !== saved[channel])
      if (locked || next.length === 0) showMessage('profile_updated', 'success')
      else contacts.send(next.map((channel) => ({ channel, address: form[channel].trim() })))
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }

  const field = (name: Field) => ({
    size: 'md' as const,
    required: true,
    withAsterisk: true,
    value: form[name],
    error: fault?.field === name && t(fault.key),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setFault(null)
      setForm((now) => ({ ...now, [name]: value }))
    },
  })
  return (
    <section className={classes.part} aria-labelledby="profile-details">
      <h2 id="profile-details">{t('profile_details')}</h2>
      <form
        ref={card}
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextInput
          {...field('firstName')}
          label={t('first_name')}
          maxLength={60}
          autoComplete="given-name"
          dir="auto"
        />
        <TextInput {...field('lastName')} label={t('last_name')} maxLength={60} autoComplete="family-name" dir="auto" />
        <Contact channel="email" profile={profile} locked={locked} onChange={contacts.open}>
          <TextInput
            {...field('email')}
            {...(locked ? { value: profile.email ?? '' } : {})}
            className={classes.grow ?? ''}
            label={t('email')}
            type="email"
            dir="ltr"
            maxLength={254}
            autoComplete="email"
            disabled={locked}
          />
        </Contact>
        <Contact channel="mobile" profile={profile} locked={locked} onChange={contacts.open}>
          <TextInput
            {...field('mobile')}
            {...(locked ? { value: profile.mobile ?? '' } : { description: t('people_mobile_hint') })}
            className={classes.grow ?? ''}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            label={t('phone_number')}
            type="tel"
            dir="ltr"
            maxLength={30}
            autoComplete="tel"
            disabled={locked}
          />
        </Contact>
        <TextInput
          size="md"
          label={t('profile_type')}
          description={t('profile_type_hint')}
          inputWrapperOrder={['label', 'input', 'description']}
          className={classes.shown ?? ''}
          value={t(`role_${profile.usertype}`)}
          readOnly
        />
        {profile.usertype === 'driver' && (
          <Licence url={licence?.url ?? profile.licenseImage ?? null} onUploaded={setLicence} />
        )}
        <EditButton own type="submit" size="md" className={classes.action ?? ''} loading={busy}>
          {t('table_save')}
        </EditButton>
      </form>
      {contacts.dialog}
    </section>
  )
}

interface ContactProps {
  readonly channel: ContactChannel
  readonly profile: Profile
  readonly locked: boolean
  readonly onChange: (channel: ContactChannel) => void
  readonly children: ReactNode
}

/** The field, whether its address is confirmed, and the button that changes a locked one. */
const Contact = ({ channel, profile, locked, onChange, children }: ContactProps) => {
  const { t } = useTranslation()
  const note = useId()
  const confirmed = channel === 'email' ? profile.emailVerified : profile.mobileVerified
  return (
    <div className={classes.whole}>
      <div className={classes.contact}>
        {children}
        {locked && (
          <EditButton
            own
            size="md"
            variant="default"
            aria-label={t(`profile_change_${channel}`)}
            aria-describedby={note}
            onClick={() => onChange(channel)}
          >
            {t('profile_change')}
          </EditButton>
        )}
      </div>
      {profile[channel] !== null && (
        <Text id={note} className={classes.note ?? ''} size="sm" c="dimmed" mt={4}>
          {confirmed ? t('person_verified') : t('profile_not_confirmed')}
        </Text>
      )}
    </div>
  )
}
