import { FormContents } from './form-contents.tsx';
import { type FormGroup, untouchedGroups } from './form-groups.ts';
import classes from './guided-form.module.css';
import { GuidedSection } from './guided-section.tsx';
import type { RecordFormState } from './use-record-form.ts';

interface GuidedGroupsProps {
  form: RecordFormState;
  groups: FormGroup[];
  missing: string[];
  wrong: string[];
}

/** The numbered sections of a long form beside their index. */
export default function GuidedGroups({ form, groups, missing, wrong }: GuidedGroupsProps) {
  return (
    <div className={classes.guided}>
      <div className={classes.groups}>
        {groups.map((group, index) => (
          <GuidedSection key={group.key} group={group} form={form} place={index + 1} />
        ))}
      </div>
      <FormContents groups={groups} missing={missing} wrong={wrong} untouched={untouchedGroups(groups, form.values)} />
    </div>
  );
}
