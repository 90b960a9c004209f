import type { Declaration, Plugin as PostcssPlugin, Rule } from 'postcss';
import type { Plugin } from 'vite';

interface StyleNodes {
  Declaration: Declaration;
  Rule: Rule;
}

/** Changes to code and styles of packages, applied during the build. A patch without effect fails the build, since its package has changed. */
export function createPatches() {
  const changes = new Map<string, number>();
  const add = (name: string) => {
    if (changes.has(name)) throw new Error(`Two patches are called ${name}`);
    changes.set(name, 0);
    return () => changes.set(name, (changes.get(name) ?? 0) + 1);
  };

  return {
    /** @param change returns the module's new code, or null to leave it; with `enforce` also that of a style sheet */
    code(
      name: string,
      change: (code: string, id: string) => string | null | Promise<string | null>,
      enforce?: 'pre',
    ): Plugin {
      const changed = add(name);
      return {
        name,
        ...(enforce && { enforce }),
        apply: 'build',
        async transform(code, id) {
          const next = await change(code, id);
          if (next !== null && next !== code) changed();
          return next;
        },
      };
    },

    /** Removes the declarations or rules of style sheets for which the function returns true. */
    withoutStyles<Kind extends keyof StyleNodes>(
      name: string,
      kind: Kind,
      isUnused: (node: StyleNodes[Kind]) => boolean,
    ): PostcssPlugin {
      const changed = add(name);
      const leaveOut = (node: StyleNodes[Kind]) => {
        if (!isUnused(node)) return;
        changed();
        node.remove();
      };
      return { postcssPlugin: name, [kind]: leaveOut };
    },

    /** Fails the build after all modules were read when a patch had no effect. */
    expectAll(): Plugin {
      let isApplication = false;
      return {
        name: 'patches-match',
        apply: 'build',
        configResolved: ({ build }) => {
          isApplication = !build.ssr;
        },
        buildEnd(error) {
          const idle = [...changes].flatMap(([name, times]) => (times === 0 ? [name] : []));
          if (isApplication && !error && idle.length > 0)
            this.error(`These patches change nothing any more; see what their package does now: ${idle.join(', ')}`);
        },
      };
    },
  };
}
