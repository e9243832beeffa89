import { Text, TextInput } from '@mantine/core'
import type { Profile } from '@remis/domain/accounts/profile-api'
import { checkProfile, hasContactLock, type ContactChannel } from '@remis/domain/accounts/profile-checks'
import { profileCalls } from '@remis/domain/accounts/profile-routes'
import { mostName } from '@remis/domain/people/first-name'
import { useForm } from '@mantine/form'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EditButton } from '../platform/list/demo.tsx'
import { call } from '../platform/api/call.ts'
import { showError, showMessage } from '../platform/show-message.ts'
import { LeaveGuard } from '../ui/dialogs/LeaveGuard.tsx'
import { focusFirstWrong } from '../ui/dialogs/focus-first-wrong.ts'
import { followStored } from '../ui/form/form-fields.ts'
import cards from '../ui/parts/CardPage.module.css'
import classes from './profile.module.css'
import { Licence } from './Licence.tsx'
import { contactText, useFullNumber } from './phone-number.ts'
import { profileChanged } from './profile-query.ts'
import { useContactChange, type ContactChange } from './use-contact-change.tsx'

const formOf = ({ firstName, lastName, email, mobile }: Profile) => ({
  firstName,
  lastName,
  email: email ?? '',
  mobile: mobile ?? '',
})
type Field = keyof ReturnType<typeof formOf>

/**
 * Names and contacts, all four required, and the user type, which is shown only [accounts-50]. Email and phone are
 * locked for someone who signs in by email, and change by a code [accounts-51].
 */
export const DetailsPart = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const card = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  /** uploaded, and stored with the rest [accounts-54] */
  const [licence, setLicence] = useState<{ readonly id: string; readonly url: string } | null>(null)
  const locked = hasContactLock(profile.loginType)
  const saved = formOf(profile)
  const form = useForm({ initialValues: saved })
  const shown = useRef(saved)
  useEffect(() => {
    form.setValues(followStored(form.getValues(), shown.current, formOf(profile)))
    shown.current = formOf(profile)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each stored profile
  }, [profile])
  const readNumber = useFullNumber()
  const contacts = useContactChange(profile, form.setValues)
  const typed = locked ? (['firstName', 'lastName'] as const) : (Object.keys(saved) as Field[])
  const dirty = licence !== null || typed.some((name) => form.values[name].trim() !== saved[name])
  const focusFault = () => focusFirstWrong(card.current)
  const submit = async () => {
    setBusy(true)
    try {
      const values = form.getValues()
      const read = locked ? values : { ...values, email: values.email.trim(), mobile: await readNumber(values.mobile) }
      const found = checkProfile({ ...read, locked })
      if (found === null) return await save(read)
      const text = contactText(found.key)
      // [messages-9]; what is wrong with a phone is no message of the catalogue
      if (text !== 'people_mobile_wrong') showMessage(text)
      form.setErrors({ [found.field ?? '']: t(text) })
      focusFault()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  const save = async (values: typeof saved) => {
    const { firstName, lastName } = values
    const changed = await call(profileCalls.change, {
      body: { firstName, lastName, ...(licence === null ? {} : { licenseImage: licence.id }) },
    })
    profileChanged(changed.profile)
    setLicence((now) => (now === licence ? null : now))
    form.setValues({ firstName: changed.profile.firstName, lastName: changed.profile.lastName })
    const next = (['email', 'mobile'] as const).filter((channel) => values[channel] !== saved[channel])
    if (locked || next.length === 0) return showMessage('profile_updated', 'success')
    const isStored = licence !== null || firstName.trim() !== saved.firstName || lastName.trim() !== saved.lastName
    contacts.send(
      next.map((channel) => ({ channel, address: values[channel] })),
      (left) => {
        form.setValues(Object.fromEntries(left.map((channel) => [channel, shown.current[channel]])))
        if (isStored) showMessage('profile_updated', 'success')
      },
    )
  }

  const field = (name: Field) => ({
    size: 'md' as const,
    required: true,
    readOnly: busy,
    ...form.getInputProps(name),
    withAsterisk: true,
  })
  return (
    <section className={cards.part} aria-labelledby="profile-details">
      <h2 id="profile-details">{t('profile_details')}</h2>
      <form
        ref={card}
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextInput
          {...field('firstName')}
          label={t('first_name')}
          maxLength={mostName}
          autoComplete="given-name"
          dir="auto"
        />
        <TextInput
          {...field('lastName')}
          label={t('last_name')}
          maxLength={mostName}
          autoComplete="family-name"
          dir="auto"
        />
        <Contact channel="email" profile={profile} locked={locked} contacts={contacts}>
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
        <Contact channel="mobile" profile={profile} locked={locked} contacts={contacts}>
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
          <Licence
            url={licence?.url ?? profile.licenseImage ?? null}
            byDocuments={profile.licenceDocument === true}
            onUploaded={setLicence}
          />
        )}
        <EditButton own type="submit" size="md" className={classes.action ?? ''} loading={busy}>
          {t('table_save')}
        </EditButton>
      </form>
      {contacts.dialog}
      <LeaveGuard dirty={dirty} />
    </section>
  )
}

interface ContactProps {
  readonly channel: ContactChannel
  readonly profile: Profile
  readonly locked: boolean
  readonly contacts: ContactChange
  readonly children: ReactNode
}

/** The field, whether its address is confirmed, and the buttons that confirm it and change a locked one. */
const Contact = ({ channel, profile, locked, contacts, children }: ContactProps) => {
  const { t } = useTranslation()
  const note = useId()
  const confirmed = channel === 'email' ? profile.emailVerified : profile.mobileVerified
  const address = profile[channel]
  return (
    <div className={classes.whole}>
      <div className={classes.contact}>
        {children}
        {address !== null && !confirmed && (
          <EditButton
            own
            size="md"
            variant="light"
            aria-label={t(`profile_confirm_${channel}`)}
            aria-describedby={note}
            onClick={() => contacts.send([{ channel, address }])}
          >
            {t('profile_confirm')}
          </EditButton>
        )}
        {locked && (
          <EditButton
            own
            size="md"
            variant="default"
            aria-label={t(`profile_change_${channel}`)}
            aria-describedby={note}
            onClick={() => contacts.open(channel)}
          >
            {t('profile_change')}
          </EditButton>
        )}
        {address !== null && (
          <Text id={note} className={classes.note ?? ''} size="sm" c="dimmed">
            {confirmed ? t('person_verified') : t('profile_not_confirmed')}
          </Text>
        )}
      </div>
    </div>
  )
}
