// Runs in pages opened from a folder (`file://`), where browsers load no modules and the site's own program does not run:
// search, the dark theme and the menu. A classic script; `build-site.ts` removes the types.
(() => {
  interface SectionEntry {
    readonly url: string;
    readonly page: string;
    readonly heading: string;
    readonly text: string;
  }
  interface Found extends SectionEntry {
    readonly score: number;
  }
  const MAX_RESULTS = 20;
  const root =
    document.currentScript instanceof HTMLScriptElement ? new URL(".", document.currentScript.src) : undefined;
  if (location.protocol !== "file:" || root === undefined) return;

  const onClick = (selector: string, action: (element: HTMLElement) => void): void => {
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      element.addEventListener("click", (event) => {
        event.preventDefault();
        action(element);
      });
    }
  };
  onClick(".VPSwitchAppearance", () => {
    const isDark = document.documentElement.classList.toggle("dark");
    localStorage.setItem("vitepress-theme-appearance", isDark ? "dark" : "light");
  });
  const toggleMenu = (): void => void document.querySelector(".VPSidebar")?.classList.toggle("open");
  onClick(".VPLocalNav .menu", toggleMenu);
  onClick(".VPNavBarHamburger", toggleMenu);
  onClick("button.copy", (button) => {
    const code = button.parentElement?.querySelector("pre")?.innerText ?? "";
    void navigator.clipboard.writeText(code).then(() => button.classList.add("copied"));
  });

  const dialog = document.createElement("dialog");
  dialog.className = "offline-dialog";
  document.body.append(dialog);
  let sections: Promise<readonly SectionEntry[]> | undefined;
  const loadSections = (): Promise<readonly SectionEntry[]> =>
    (sections ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = new URL("search-index.js", root).href;
      script.addEventListener("load", () => {
        resolve((globalThis as unknown as { siteSections: readonly SectionEntry[] }).siteSections);
      });
      script.addEventListener("error", () => reject(new Error("search-index.js is missing")));
      document.head.append(script);
    }));

  /** Sections that contain every word; a word in a heading counts more. */
  const find = (all: readonly SectionEntry[], query: string): readonly Found[] => {
    const words = query
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    if (words.length === 0) return [];
    const found = all.flatMap((section): Found[] => {
      const heading = `${section.page} ${section.heading}`.toLowerCase();
      const text = section.text.toLowerCase();
      if (!words.every((word) => heading.includes(word) || text.includes(word))) return [];
      return [{ ...section, score: words.filter((word) => heading.includes(word)).length }];
    });
    return found.toSorted((a, b) => b.score - a.score).slice(0, MAX_RESULTS);
  };

  const openSearch = (): void => {
    const input = document.createElement("input");
    input.type = "search";
    input.placeholder = "Search";
    const list = document.createElement("ul");
    const show = async (): Promise<void> => {
      const results = find(await loadSections(), input.value);
      list.replaceChildren(
        ...results.map(({ url, page, heading }) => {
          const link = document.createElement("a");
          link.href = new URL(url, root).href;
          link.textContent = heading === page ? page : `${page} › ${heading}`;
          const item = document.createElement("li");
          item.append(link);
          return item;
        }),
      );
    };
    input.addEventListener("input", () => void show());
    input.addEventListener("keydown", (event) => {
      const first = list.querySelector("a");
      if (event.key === "Enter" && first !== null) location.href = first.href;
    });
    list.addEventListener("click", () => dialog.close());
    dialog.replaceChildren(input, list);
    dialog.showModal();
  };
  onClick("#local-search button", openSearch);
  document.addEventListener("keydown", (event) => {
    if (dialog.open || !(event.key === "k" && (event.ctrlKey || event.metaKey))) return;
    event.preventDefault();
    openSearch();
  });

  const style = document.createElement("style");
  style.textContent = `
    .offline-dialog { width: min(40rem, 90vw); max-height: 80vh; margin: 10vh auto; padding: 1rem; border-radius: 8px;
      color: var(--vp-c-text-1); background: var(--vp-c-bg-elv); border: 1px solid var(--vp-c-divider); }
    .offline-dialog::backdrop { background: rgb(0 0 0 / 50%); }
    .offline-dialog input { width: 100%; padding: 0.5rem; border: 1px solid var(--vp-c-divider); border-radius: 4px; }
    .offline-dialog li { padding: 0.25rem 0; }
    .offline-dialog a { color: var(--vp-c-brand-1); }
    .offline-dialog button { margin-top: 1rem; color: var(--vp-c-brand-1); }`;
  document.head.append(style);
})();
